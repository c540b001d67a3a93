import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// `npm run dev` shows pages that change as you write; the tables come from `uth serve` on this machine.
const service = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: '../uth/server/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the service's policy allows no inline script, and few files need no squeezing
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' }, // of what is bundled
  },
  server: { proxy: { '/api': { target: service, ws: true, changeOrigin: true } } },
  test: { include: ['tests/**/*.test.ts'] },
})
