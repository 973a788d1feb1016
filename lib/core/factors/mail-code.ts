import ipaddr from "ipaddr.js";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/core/one-time/link";
import { CODE_LIFETIME_SECONDS } from "@/lib/core/one-time-codes/code";
import type { CodeSubject } from "@/lib/core/one-time-codes/login-code-store";
import type { User } from "@/lib/core/users/user";
import type { RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { knownAgent } from "@/lib/kernel/process/describe-agent";

/** Payload of a not-me link's secret: the code that it was sent with. */
export type Disowned = Pick<CodeSubject, "purpose" | "sessionId">;

/** Mails a code, with the origin of the request and a link that ends that attempt. The link lives as long
 *  as the code. */
export async function mailCode(
  db: Queryable,
  user: Pick<User, "id" | "email" | "locale">,
  { code, about, from, at }: { code: string; about: Disowned; from: RequestContext; at: Date },
): Promise<void> {
  const { secret } = await issueOneTimeSecret(db, "not_me", user.id, {
    emailed: true,
    payload: { ...about },
    at,
  });
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale ?? from.language,
    template: about.purpose === "login" ? "login_code" : "step_up_code",
    code,
    lifetimeSeconds: CODE_LIFETIME_SECONDS,
    ...attemptOrigin(from),
    at,
    notMeLink: linkFor("not_me", secret),
  });
}

/** Returns the origin that a request states. It names no place: an address identifies a network, and a
 *  guessed city would reassure the wrong people. */
function attemptOrigin({ ipAddress, userAgent }: RequestContext) {
  return { ...knownAgent(userAgent), network: networkNamed(ipAddress) };
}

/** Returns an IPv4 address, or the /64 of an IPv6 one: a household owns the whole /64 and its devices
 *  change addresses within it. */
function networkNamed(ipAddress: string | null): string | null {
  if (ipAddress === null || !ipaddr.isValid(ipAddress)) return null;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`);
  return `${network.toRFC5952String()}/64`;
}
