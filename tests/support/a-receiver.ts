import { decodeJwt } from "jose";
import { POST as poll } from "@/app/api/v1/ssf/poll/[stream_id]/route";
import { POST as changeStatus } from "@/app/api/v1/ssf/status/route";
import { POST as createStream } from "@/app/api/v1/ssf/streams/route";
import { POST as verify } from "@/app/api/v1/ssf/verification/route";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { type Answer, call } from "@/tests/support/call-route";
import { untilLogged } from "@/tests/support/logged-events";

/** Claims of a security event token. */
export interface SecurityEvent {
  jti: string;
  iss: string;
  aud: string;
  iat: number;
  txn: string;
  sub_id: Record<string, unknown>;
  events: Record<string, Record<string, unknown>>;
}

/** A receiver with a credential of its own, and one stream. */
export interface Receiver {
  token: string;
  clientId: string;
  streamId: string;
  /** Polls without waiting, once all events are in the log. */
  poll(body?: Record<string, unknown>): Promise<Polled>;
  /** Polls until nothing is left, and acknowledges all of it.
   *  @returns the names of the events' types, without their beginning */
  receiveTypes(): Promise<string[]>;
  status(status: string): Promise<Answer>;
  verify(state?: string): Promise<Answer>;
}

interface Polled {
  status: number;
  events: SecurityEvent[];
  jtis: string[];
  tokens: string[];
  moreAvailable: boolean;
}

/** Returns the last segment of an event type's URI. */
export function typeOf({ events }: Pick<SecurityEvent, "events">): string {
  return Object.keys(events)[0]?.split("/").at(-1) ?? "";
}

/** Makes a receiver in an environment. */
export async function aReceiver(
  environment: TestEnvironment,
  settings: Record<string, unknown> = {},
): Promise<Receiver> {
  const input = {
    name: "gateway",
    purpose: "management_automation",
    scopes: [...readingScopes],
  } as const;
  const { clientId } = await createCredential(environment, input);
  const token = await aMachineToken({ ...environment, clientId }, readingScopes);
  await untilLogged(environment);
  const made = await call(createStream, {
    method: "POST",
    path: "/api/v1/ssf/streams",
    token,
    body: settings,
  });
  if (made.status !== 201) throw new Error(made.text);
  const { stream_id: streamId } = made.body as { stream_id: string };
  const ask = async (body: Record<string, unknown> = {}): Promise<Polled> => {
    await untilLogged(environment);
    const answer = await call(poll, {
      method: "POST",
      path: `/api/v1/ssf/poll/${streamId}`,
      params: { stream_id: streamId },
      token,
      body: { returnImmediately: true, ...body },
    });
    const { sets = {}, moreAvailable = false } = answer.body as {
      sets?: Record<string, string>;
      moreAvailable?: boolean;
    };
    const tokens = Object.values(sets);
    const events = tokens.map((one) => decodeJwt(one) as unknown as SecurityEvent);
    return { status: answer.status, events, tokens, jtis: Object.keys(sets), moreAvailable };
  };
  return {
    token,
    clientId,
    streamId,
    poll: ask,
    receiveTypes: async () => {
      const types: string[] = [];
      let acknowledged: string[] = [];
      for (;;) {
        const { events, jtis, moreAvailable } = await ask({ ack: acknowledged });
        types.push(...events.map(typeOf));
        acknowledged = jtis;
        if (jtis.length === 0 && !moreAvailable) return types;
      }
    },
    status: (status) =>
      call(changeStatus, {
        method: "POST",
        path: "/api/v1/ssf/status",
        token,
        body: { stream_id: streamId, status },
      }),
    verify: (state) =>
      call(verify, {
        method: "POST",
        path: "/api/v1/ssf/verification",
        token,
        body: { stream_id: streamId, ...(state !== undefined && { state }) },
      }),
  };
}
