"""Write agents that people can watch, answer, pause and stop from a Countersign console.

The protocol that this package speaks is specified in docs/protocol of the Countersign repository.
"""

from .agent import Agent, Limits
from .answers import (
    Answer,
    Approved,
    Commented,
    Edited,
    Expired,
    Instructed,
    Instruction,
    Ranked,
    Rejected,
    Withdrawn,
)
from .approval import NotApproved, with_approval
from .asking import Fault, QuestionWithdrawn
from .blocking import BlockingContext
from .context import Message, RunContext
from .gate import Stopped
from .models import up_context
from .once import Cancelled, OnceAnswer, QuestionFault, ask_once, ask_once_async
from .over_http import BlockingOverHttp, OverHttp

__all__ = [
    "Agent",
    "Answer",
    "Approved",
    "BlockingContext",
    "BlockingOverHttp",
    "Cancelled",
    "Commented",
    "Edited",
    "Expired",
    "Fault",
    "Instructed",
    "Instruction",
    "Limits",
    "Message",
    "NotApproved",
    "OnceAnswer",
    "OverHttp",
    "QuestionFault",
    "QuestionWithdrawn",
    "Ranked",
    "Rejected",
    "RunContext",
    "Stopped",
    "Withdrawn",
    "ask_once",
    "ask_once_async",
    "up_context",
    "with_approval",
]
