import type { AttemptOutcome } from "@/lib/core/backchannel-logout/logout-delivery";
import {
  assertTarget,
  describeFailure,
  guardedAgent,
  refusalIn,
  TARGET_TIMEOUT_MS,
} from "@/lib/kernel/outbound/guarded-agent";
import { httpClient } from "@/lib/kernel/outbound/http-client";
import { type Network, network } from "@/lib/kernel/outbound/network";
import { isLoopbackHttp } from "@/lib/kernel/outbound/public-address";
import { currentTraceParent } from "@/lib/kernel/process/spans";

/** Sends a logout token to a relying party (OpenID Connect Back-Channel Logout 1.0 §2.5). Connects to the
 *  address that was checked, so that a DNS answer can't change in between; redirects are not followed, and
 *  of the target's response only the status is read. Never throws. */
export async function postLogoutToken(
  uri: string,
  logoutToken: string,
  way: Network = network(),
): Promise<AttemptOutcome> {
  const startedAt = performance.now();
  const outcome = (part: Partial<AttemptOutcome>): AttemptOutcome => ({
    statusCode: null,
    error: null,
    refused: false,
    ...part,
    durationMs: Math.round(performance.now() - startedAt),
  });
  const isOwn = way.takesLoopback === true && URL.canParse(uri) && isLoopbackHttp(new URL(uri));
  const { Agent, request } = await httpClient();
  const agent = isOwn
    ? new Agent({ connect: { timeout: TARGET_TIMEOUT_MS / 2 } })
    : await guardedAgent(way);
  try {
    const url = new URL(uri);
    if (!isOwn) assertTarget(url, way);
    const traceparent = currentTraceParent();
    const response = await request(url, {
      method: "POST",
      dispatcher: agent,
      signal: AbortSignal.timeout(TARGET_TIMEOUT_MS),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(traceparent ? { traceparent } : {}),
      },
      body: new URLSearchParams({ logout_token: logoutToken }).toString(),
    });
    response.body.on("error", () => {});
    response.body.destroy();
    return outcome({ statusCode: response.statusCode });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal) return outcome({ error: refusal.message, refused: true });
    return outcome({ error: describeFailure(error) });
  } finally {
    await agent.destroy();
  }
}
