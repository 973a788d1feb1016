"""Signing in at a page of your own, and what a session can do then."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ._client import Atrium
from ._errors import AtriumError, is_session_over
from ._identity import EndUser
from ._store import MemoryStore, Store
from .generated.api.models import (
    Identity,
    Reverified,
    SessionExchange,
    StepUpChallenge,
    UserToken,
)

CodeMethod: TypeAlias = Literal["email_otp", "totp", "recovery_code"]
Method: TypeAlias = Literal["email_otp", "totp", "passkey", "recovery_code"]

# A month: no session is idle for longer before the service ends it by itself.
_ACTIVITY_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True)
class TrustedDevice:
    """A browser's token as a trusted device. It replaces the one that the browser had."""

    id: str
    token: str
    window_days: int
    expires_at: str


@dataclass(frozen=True)
class Enrolment:
    """What registers a factor: `token` is the `enrolment_token` of the routes that do."""

    token: str
    methods: tuple[str, ...]
    expires_at: str


@dataclass(frozen=True)
class Granted:
    """The user is signed in as far as the service is concerned: exchange the grant at once."""

    grant: str
    grant_expires_at: str
    trusted_device: TrustedDevice | None
    """The browser's new token for `trusted_device`, in place of the one that it had. None: it keeps the one that it has."""
    kind: Literal["grant"] = "grant"


@dataclass(frozen=True)
class OtpRequired:
    """A second factor is asked for: a code, or a passkey when `challenge["type"]` says so."""

    email: str
    challenge: Mapping[str, Any]
    kind: Literal["otp_required"] = "otp_required"


@dataclass(frozen=True)
class EnrolmentRequired:
    """The policy asks for a factor that the user has not: `enrolment.token` lets the user register one."""

    enrolment: Enrolment
    kind: Literal["enrolment_required"] = "enrolment_required"


LoginStep: TypeAlias = Granted | OtpRequired | EnrolmentRequired
"""What comes next in a login. Plain data: keep it between two requests, on your server."""


class Login:
    """Leads a login from the password to the session, and replays a session's activity token for you.

        login = Login(atrium, app_id=app_id)
        step = login.preflight(email, password)
        if step.kind == "otp_required":
            step = login.verify(step, code)
        if step.kind == "grant":
            session = login.exchange(step)
            identity = login.identity(session.session_id)
    """

    def __init__(
        self, atrium: Atrium, *, app_id: str | None = None, store: Store | None = None
    ) -> None:
        """`app_id`: the app that sessions are bound to, yours. `store` keeps activity tokens; in this process unless told:
        several servers need a store that they share."""
        self._atrium = atrium
        self._app_id = app_id
        self._store: Store = store or MemoryStore()

    def preflight(
        self,
        email: str,
        password: str,
        *,
        method: Method | None = None,
        trusted_device: str | None = None,
        end_user: EndUser | None = None,
    ) -> LoginStep:
        """The password stage. `trusted_device`: the token of the browser's trusted device, if it has one."""
        body = {"email": email, "password": password, **_given(method=method)}
        headers = {"x-trusted-device": trusted_device} if trusted_device else {}
        return _step_of(self._post("/login/preflight", body, headers, end_user), email)

    def verify(
        self,
        step: OtpRequired,
        code: str,
        *,
        method: CodeMethod | None = None,
        remember_device: bool | None = None,
        device_name: str | None = None,
        end_user: EndUser | None = None,
    ) -> LoginStep:
        """The second stage, by a code. The challenge's token goes along, so that a stranger who knows the address can't use up
        the tries of this login."""
        type_ = step.challenge["type"]
        # A mailed code is what the route takes unless told otherwise.
        of = method or (None if type_ == "passkey" else type_)
        body = {
            "email": step.email,
            "code": code,
            **_given(method=of, remember_device=remember_device, device_name=device_name),
        }
        headers = {"x-login-challenge": str(step.challenge["token"])}
        return _step_of(self._post("/login/verify-otp", body, headers, end_user), step.email)

    def verify_passkey(
        self,
        step: OtpRequired,
        response: Mapping[str, Any],
        *,
        remember_device: bool | None = None,
        device_name: str | None = None,
        end_user: EndUser | None = None,
    ) -> LoginStep:
        """The second stage, by what `navigator.credentials.get` gave for the challenge's `passkey`, as `toJSON` makes it."""
        body = {
            "token": step.challenge["token"],
            "response": dict(response),
            **_given(remember_device=remember_device, device_name=device_name),
        }
        return _step_of(self._post("/passkeys/authentication", body, {}, end_user), step.email)

    def exchange(self, step: Granted, *, end_user: EndUser | None = None) -> SessionExchange:
        """Turns a grant into a session: once, within 60 seconds. The session's activity token goes into the store."""
        body = {"grant": step.grant, **_given(app_id=self._app_id)}
        answer = self._post("/session/exchange", body, {}, end_user)
        session = SessionExchange.from_dict(answer)
        self._keep(str(answer["session_id"]), answer)
        return session

    def identity(self, session_id: str, *, end_user: EndUser | None = None) -> Identity:
        """Who is signed in, with every membership.

        Raises AtriumError, for which `is_session_over` says whether the user has to sign in again."""
        with self._over(session_id), self._atrium.options(end_user=end_user):
            answer = self._atrium.send(
                "GET", "/api/v1/auth/me", headers=self._activity_of(session_id)
            )
        self._keep(session_id, answer)
        return Identity.from_dict(answer)

    def token(
        self,
        session_id: str,
        *,
        organization_id: str | None = None,
        app_id: str | None = None,
        end_user: EndUser | None = None,
    ) -> UserToken:
        """A user access token for your app, for the services behind you. It lives five minutes; `Verifier` checks it."""
        app = app_id or self._app_id
        if not app:
            raise TypeError("A token is for an app: name app_id")
        body = {
            "session_id": session_id,
            "app_id": app,
            **_given(organization_id=organization_id),
        }
        with self._over(session_id):
            return UserToken.from_dict(
                self._post("/token", body, self._activity_of(session_id), end_user)
            )

    def reverify(
        self,
        session_id: str,
        proof: Mapping[str, Any],
        *,
        challenge: str | None = None,
        end_user: EndUser | None = None,
    ) -> Reverified | StepUpChallenge:
        """A step-up: a fresh proof within the session (`method`, and `password` or `code`). Without a `code`, `email_otp` sends
        one and answers its challenge, whose token goes along with the code as `challenge`."""
        headers = {"x-login-challenge": challenge} if challenge else {}
        with self._over(session_id):
            answer = self._post(
                "/session/reverify", {**proof, "session_id": session_id}, headers, end_user
            )
        if "challenge" in answer:
            return StepUpChallenge.from_dict(answer)
        return Reverified.from_dict(answer)

    def end(self, session_id: str, *, end_user: EndUser | None = None) -> None:
        """Ends the session at the service, so that a copied id is worth nothing."""
        self._post("/session/invalidate", {"session_id": session_id}, {}, end_user)
        self.forget(session_id)

    def forget(self, session_id: str) -> None:
        """Forgets the session's activity token here alone."""
        self._store.delete(_place_of(session_id))

    def _post(
        self, path: str, body: object, headers: Mapping[str, str], end_user: EndUser | None
    ) -> dict[str, Any]:
        with self._atrium.options(end_user=end_user):
            return self._atrium.send("POST", f"/api/v1/auth{path}", body=body, headers=headers)

    def _keep(self, session_id: str, answer: Mapping[str, Any]) -> None:
        token = str(answer["session_activity_token"])
        self._store.set(_place_of(session_id), token, _ACTIVITY_SECONDS)

    def _activity_of(self, session_id: str) -> dict[str, str]:
        token = self._store.get(_place_of(session_id))
        return {"x-session-activity": token} if token else {}

    @contextmanager
    def _over(self, session_id: str) -> Generator[None, None, None]:
        """Forgets a session of which the service says that it is over."""
        try:
            yield
        except AtriumError as error:
            if is_session_over(error):
                self.forget(session_id)
            raise


def _step_of(answer: Mapping[str, Any], email: str) -> LoginStep:
    if answer["status"] == "otp_required":
        return OtpRequired(email, answer["challenge"])
    if answer["status"] == "enrolment_required":
        enrolment = answer["enrolment"]
        methods = tuple(enrolment["methods"])
        return EnrolmentRequired(Enrolment(enrolment["token"], methods, enrolment["expires_at"]))
    device = answer.get("trusted_device")
    return Granted(
        grant=answer["grant"],
        grant_expires_at=answer["grant_expires_at"],
        trusted_device=_device_in(device) if device else None,
    )


def _device_in(device: Mapping[str, Any]) -> TrustedDevice:
    return TrustedDevice(
        device["id"], device["token"], device["window_days"], device["expires_at"]
    )


def _given(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}


def _place_of(session_id: str) -> str:
    return f"activity:{session_id}"
