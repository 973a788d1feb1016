import type { RequestHeader } from "@/lib/core/contract/content";

const agent = { name: "x-end-user-agent", description: "The end user's own user agent." };
const address = { name: "x-end-user-ip", example: "203.0.113.7" };

/** Headers in which a tenant's backend passes the end user's address and agent. */
export const endUserHeaders: RequestHeader[] = [
  { ...address, description: "The end user's own address." },
  agent,
];

/** Like `endUserHeaders`, for endpoints that sign a user in. */
export const signInHeaders: RequestHeader[] = [
  {
    ...address,
    description:
      "The end user's own address. The network brake does not apply without this header.",
  },
  agent,
];

/** Header in which a client sends back a session's activity token. */
export const activityHeader = {
  name: "x-session-activity",
  description: "The activity token of the last answer. Never make up a token.",
} satisfies RequestHeader;

/** Header in which an answer carries the next token for `activityHeader`. */
export const freshActivity = {
  "x-session-activity": "The fresh activity token: store it and replay it.",
};
