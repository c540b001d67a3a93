"""The sums over all boards, flops and holes, compiled with Numba.

From the bottom up: `strength` (what beats what), `rules` (the terms, and how a bet is settled), `holes`,
`boards` and `flops` (what is told apart), `counting`, `rank_boards`, `flush_holds` and `flush_boards`
(dealers beaten), `settling` (money), `flop_sums`, `flop_values` and `values` (every decision), `streams`,
`spreading`, `tally` and `outcomes` (every deal), `differences` (two games compared), and by itself `standing`
(one hole, any cards known)."""
