"""What commands for staff share: the service, spoken to over its API."""

from typing import Any, NoReturn
from urllib.parse import quote

import click

from uth.cli.asking import refuse

reason_option = click.option("--reason", required=True, help="Why; it stands in the log with your name.")


class Caller:
    """The service, spoken to as one member of staff."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server, self.token = server, token

    def __call__(self, method: str, *path: str, body: Any = None, **query: object) -> Any:
        """An answer, or its faults said and the command ended."""
        answer = self.raw(method, *path, body=body, **query)
        try:
            return answer.json() if answer.content else None
        except ValueError:
            self._refuse_stranger()

    def raw(self, method: str, *path: str, body: Any = None, **query: object) -> Any:
        """The same, not read; the parts of a path may hold anything."""
        import httpx

        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        url = "/".join([self.server, "api", *(quote(part, safe="") for part in path)])
        params = {name: str(value) for name, value in query.items()}
        try:
            answer = httpx.request(method, url, params=params, json=body, headers=headers, timeout=30)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            refuse(
                [f"{self.server} does not answer ({error}); is the service running? --server names another"]
            )
        if answer.is_success:
            return answer
        try:
            says = [one["says"] for one in answer.json()["says"]]
        except (ValueError, KeyError, TypeError):
            self._refuse_stranger()
        refuse(says)

    def _refuse_stranger(self) -> NoReturn:
        refuse([f"what answers at {self.server} is not a uth service; --server names another"])
