"""The typed client of Atrium: every route of the API, logins, tokens and sessions."""

from ._client import Atrium
from ._errors import AtriumError, ErrorCode, UnansweredCode, is_session_over
from ._identity import EndUser
from ._keys import Keys
from ._login import (
    CodeMethod,
    Enrolment,
    EnrolmentRequired,
    Granted,
    Login,
    LoginStep,
    Method,
    OtpRequired,
    TrustedDevice,
)
from ._store import MemoryStore, RedisStore, SharedStore, Store
from ._verify import Logout, LogoutReceiver, UserClaims, Verifier
from .generated.rules import ProblemCode

__all__ = [
    "Atrium",
    "AtriumError",
    "CodeMethod",
    "EndUser",
    "Enrolment",
    "EnrolmentRequired",
    "ErrorCode",
    "Granted",
    "Keys",
    "Login",
    "LoginStep",
    "Logout",
    "LogoutReceiver",
    "MemoryStore",
    "Method",
    "OtpRequired",
    "ProblemCode",
    "RedisStore",
    "SharedStore",
    "Store",
    "TrustedDevice",
    "UnansweredCode",
    "UserClaims",
    "Verifier",
    "is_session_over",
]
