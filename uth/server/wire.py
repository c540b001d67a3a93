"""What comes over the wire, before any of it is understood: so much and no more, and in time.

uvicorn reads a request's head and a socket's frames without limits of its own. One header of 100 MB, or a
flood of tiny frames, would keep everybody else waiting. These are its two protocols with limits.
"""

import asyncio
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from uth.server.limits import Allowance

LONGEST_HEAD = 32 * 1024
"""Bytes of a request's line and headers."""
REQUEST_SECONDS = 20.0
"""Within so many seconds a request has arrived whole."""
FRAMES_A_SECOND, FRAMES_AT_ONCE = 60.0, 240.0
"""Frames that one socket may send, of whatever kind."""
PIECE = 4096
"""Bytes that are looked at in one go."""

TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Http(HttpToolsProtocol):
    """Requests whose head is short, and which arrive in time."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head = 0
        """Bytes that have come of a head that is not complete."""
        self._deadline: TimerHandle | None = None
        self._upgraded = self._in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and not self.transport.is_closing() and not self._upgraded:
            if self._in_body:
                # The application limits a body, and nothing is read faster than it takes it.
                super().data_received(data)
                return
            piece, data = data[:PIECE], data[PIECE:]
            self._head += len(piece)
            if self._head > LONGEST_HEAD:
                self._refuse(TOO_LARGE)
            else:
                super().data_received(piece)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._head, self._in_body = 0, True

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._relax()
        self._head, self._in_body = 0, False

    def handle_websocket_upgrade(self) -> None:
        self._relax()
        self._upgraded = True
        super().handle_websocket_upgrade()

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._refuse, TOO_SLOW)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, answer: bytes) -> None:
        self._relax()
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """Frames that come no faster than people act; who sends more is let go.

    What has arrived is taken apart piece by piece, and while the application has not taken what it was given,
    nothing more is looked at.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = Allowance(FRAMES_A_SECOND, FRAMES_AT_ONCE)
        self._unread = bytearray()
        count = self.conn.events_received

        def counted() -> Any:
            events = count()
            for _ in events:
                if self._frames.take(self):
                    self._let_go()
                    return []
            return events

        self.conn.events_received = counted  # type: ignore[method-assign]

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the request that opens it, which the other protocol has read
            super().data_received(data)
            return
        self._unread += data
        self._look()

    def _look(self) -> None:
        """At one piece; the next one when everybody else had a turn, or the application took what it has."""
        if self.transport.is_closing():
            self._unread.clear()
            return
        if self._unread and not self.read_paused:
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)
        if self.transport.is_closing():
            return
        if self._unread:
            self.transport.pause_reading()
            if not self.read_paused:
                self.loop.call_soon(self._look)
        elif not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and not self.read_paused:
            self._look()
        return message

    def _let_go(self) -> None:
        self._unread.clear()
        if not self.close_sent and not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        super().connection_lost(exc)
