import type { IncomingMessage, ServerResponse } from "node:http";
import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { problemResponse } from "@/lib/core/http/problem";
import { asOAuthError, oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import { ServiceError } from "@/lib/kernel/errors";
import type { JobHandlers } from "@/lib/kernel/jobs/run-worker";
import { deliverMail, sendOrKeep } from "@/lib/kernel/mail/deliver-mail";

/** A fault that waits to happen: the next calls of a route answer 503, or the next deliveries fail. */
export type Fault = { times: number } & (
  | { route: string; retryAfterSeconds: number }
  | { delivery: "mail" | "logout" }
);

/** The faults that a test asked for. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Those that have not all happened yet, each with how often it still will. */
  get waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /** Answers a request in the service's place when a fault of its route waits: as the service does while its database is
   *  away.
   *  @returns whether it did */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const asked = `${request.method} ${path}`;
    const fault = this.#take((one) => "route" in one && patternOf(one.route).test(asked));
    if (!fault || !("route" in fault)) return false;
    const { retryAfterSeconds } = fault;
    const error = new ServiceError("unavailable", {
      detail: "The service is temporarily unavailable. Try again.",
      retryAfterSeconds,
    });
    const answer = path.startsWith("/oauth/")
      ? oauthErrorResponse(asOAuthError(error))
      : problemResponse(error);
    request.resume();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    answer.text().then((text) => response.end(text));
    return true;
  }

  /** The handlers of jobs, with deliveries that fail when they are asked to. What becomes of a failed one is the service's. */
  handlers(own: JobHandlers): JobHandlers {
    return {
      ...own,
      "mail.deliver": (data) =>
        deliverMail(data, async (mail) => {
          if (this.#takeDelivery("mail")) throw new Error("451 a fault that was asked for");
          return sendOrKeep(mail);
        }),
      "logout.deliver": (data) =>
        deliverLogout(data, async (...to) =>
          this.#takeDelivery("logout")
            ? { statusCode: 503, error: null, refused: false, durationMs: 0 }
            : postLogoutToken(...to),
        ),
    };
  }

  #takeDelivery(delivery: "mail" | "logout"): boolean {
    return this.#take((one) => "delivery" in one && one.delivery === delivery) !== undefined;
  }

  #take(matches: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#waiting.find(matches);
    if (fault) {
      fault.times -= 1;
      this.#waiting = this.#waiting.filter(({ times }) => times > 0);
    }
    return fault;
  }
}

/** `POST /oauth/token` or, as the API description writes it, `GET /api/v1/management/users/{id}`. */
function patternOf(route: string): RegExp {
  const literal = route.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${literal}$`);
}
