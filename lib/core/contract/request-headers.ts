import type { RequestHeader } from "@/lib/core/contract/content";

const agent = { name: "x-end-user-agent", description: "The end user's own user agent." };
const address = { name: "x-end-user-ip", example: "203.0.113.7" };

/** By which a tenant's backend tells of the end user behind its call. */
export const endUserHeaders: RequestHeader[] = [
  { ...address, description: "The end user's own address." },
  agent,
];

/** The same where somebody signs in. */
export const signInHeaders: RequestHeader[] = [
  {
    ...address,
    description:
      "The end user's own address. The network brake does not apply without this header.",
  },
  agent,
];

/** By which a session's activity is replayed. */
export const activityHeader = {
  name: "x-session-activity",
  description: "The activity token of the last answer. Never make up a token.",
} satisfies RequestHeader;

/** By which an answer hands out what `activityHeader` replays. */
export const freshActivity = {
  "x-session-activity": "The fresh activity token: store it and replay it.",
};
