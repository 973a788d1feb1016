import type { IncomingMessage, ServerResponse } from "node:http";
import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { problemResponse } from "@/lib/core/http/problem";
import { asOAuthError, oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import { ServiceError } from "@/lib/kernel/errors";
import type { JobHandlers } from "@/lib/kernel/jobs/run-worker";
import { deliverMail, sendOrStore } from "@/lib/kernel/mail/deliver-mail";

/** A pending fault: the next calls of a route answer 503, or the next deliveries fail. */
export type Fault = { times: number } & (
  | { route: string; retryAfterSeconds: number }
  | { delivery: "mail" | "logout" }
);

/** Faults that tests have requested. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Pending faults, each with the number of times that it still happens. */
  get waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /** Answers a request in the service's place when a fault of its route is pending, in the way of a service
   *  whose database is unreachable.
   *  @returns whether it did */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const called = `${request.method} ${path}`;
    const fault = this.#take((one) => "route" in one && patternOf(one.route).test(called));
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

  /** Wraps the handlers of jobs, with deliveries that fail on request. The service treats such a failure as
   *  usual. */
  handlers(own: JobHandlers): JobHandlers {
    return {
      ...own,
      "mail.deliver": (data) =>
        deliverMail(data, async (mail) => {
          if (this.#takeDelivery("mail")) throw new Error("451 a fault that was asked for");
          return sendOrStore(mail);
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

/** Parses `POST /oauth/token` or, as the API description writes it, `GET /api/v1/management/users/{id}`. */
function patternOf(route: string): RegExp {
  const literal = route.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${literal}$`);
}
