import { z } from "zod";
import type { RouteEntry } from "@/host/route-table";
import { moment } from "@/lib/core/contract/names";
import { readJson, readOptionalJson } from "@/lib/core/http/body";
import { handleInPlane } from "@/lib/core/http/framed";
import { readQuery } from "@/lib/core/http/query";
import { resource } from "@/lib/core/http/resource";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";
import { isOwnName } from "@/lib/kernel/process/own-names";
import { momentAfter } from "./duration";
import { awaitMessages, deleteMessages } from "./mailbox";
import type { DevService } from "./service";

/** Path of the mailbox for scripts; its short name is `/dev/mailbox`. */
export const MESSAGES = "/dev/mailbox/messages.json";

const LONGEST_WAIT_SECONDS = 60;

const Nothing = z.strictObject({});
const ClockBody = z.union([
  z.strictObject({ advance: z.string() }),
  z.strictObject({ to: moment }),
]);
const NameBody = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,40}$/, "must be 1 to 40 of a-z, 0-9 and _"),
});
const times = z.int().min(1).max(1000).default(1);
const FaultBody = z.union([
  z.strictObject({
    route: z
      .string()
      .regex(
        /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/,
        "must be a method and a path: POST /oauth/token",
      ),
    times,
    retry_after_seconds: z.int().min(1).max(3600).default(1),
  }),
  z.strictObject({ delivery: z.enum(["mail", "logout"]), times }),
]);
const messageFilter = { to: z.string().optional(), template: z.string().optional() };
const MessagesQuery = z.strictObject({
  ...messageFilter,
  wait: z.coerce.number().min(0).max(LONGEST_WAIT_SECONDS).default(0),
});
const FilterQuery = z.strictObject(messageFilter);

/** Routes below /dev, beside the pages of the local mode.
 *  @param about every address, id and secret, as the start prints them */
export function devRoutes(service: DevService, about: object): RouteEntry[] {
  const clock = () => ({ now: now().toISOString() });
  const faults = () => ({
    faults: service.faults.waiting.map((fault) =>
      "route" in fault
        ? { route: fault.route, times: fault.times, retry_after_seconds: fault.retryAfterSeconds }
        : fault,
    ),
  });
  const routes: Record<string, Parameters<typeof resource<unknown>>[0]> = {
    "/dev": { GET: local(async () => about) },
    "/dev/clock": {
      GET: local(async () => clock()),
      POST: local(async (request) => {
        await service.moveClock(momentOf(await readJson(request, ClockBody)));
        return clock();
      }),
    },
    "/dev/reset": {
      POST: local(async (request) => {
        await readOptionalJson(request, Nothing);
        await service.reset();
        return clock();
      }),
    },
    "/dev/snapshots": {
      GET: local(async () => ({ snapshots: await service.snapshots() })),
      POST: local(async (request) => {
        const { name } = await readJson(request, NameBody);
        await service.snapshot(name);
        return { name };
      }),
    },
    "/dev/restore": {
      POST: local(async (request) => {
        const { name } = await readJson(request, NameBody);
        if (!(await service.restore(name)))
          throw new ServiceError("missing", { detail: `name: there is no snapshot "${name}".` });
        return clock();
      }),
    },
    "/dev/faults": {
      GET: local(async () => faults()),
      POST: local(async (request) => {
        service.faults.add(await readJson(request, FaultBody));
        return faults();
      }),
      DELETE: local(async () => {
        service.faults.clear();
        return faults();
      }),
    },
    [MESSAGES]: {
      GET: local(async (request) => {
        const { wait, ...which } = readQuery(request, MessagesQuery);
        const found = await awaitMessages(which, wait, request.signal);
        const messages = found.map(({ sentAt, ...message }) => ({
          ...message,
          at: sentAt.toISOString(),
        }));
        return { messages };
      }),
      DELETE: local(async (request) => ({
        deleted: await deleteMessages(service.liveUrl, readQuery(request, FilterQuery)),
      })),
    },
  };
  return Object.entries(routes).map(([pattern, handlers]) => ({
    pattern,
    module: resource(handlers) as RouteEntry["module"],
  }));
}

/** Makes a handler that answers only requests under this machine's own names, and no page of another origin.
 *  This stops a website whose name points here (DNS rebinding). */
function local(handle: (request: Request) => Promise<object>): RouteHandler<unknown> {
  return (request) =>
    handleInPlane(request, "outside", async () => {
      const site = request.headers.get("sec-fetch-site") ?? "none";
      const own = isOwnName(request.headers.get("host"));
      if (!own || !["none", "same-origin"].includes(site))
        throw new ServiceError("forbidden", {
          detail: "What is below /dev answers this machine's own names alone.",
        });
      return Response.json(await handle(request));
    });
}

/** @throws ServiceError `malformed` for an invalid duration, or a moment that has passed */
function momentOf(body: { advance: string } | { to: string }): Date {
  const at = now();
  const moment = "advance" in body ? momentAfter(at, body.advance) : new Date(body.to);
  if (!moment)
    throw new ServiceError("malformed", {
      detail: "advance: must be a duration of ISO 8601, such as PT10M or P30D",
    });
  if (moment < at)
    throw new ServiceError("malformed", {
      detail: "to: the clock moves forward only; reset and restore put it back",
    });
  if (moment.getUTCFullYear() > 2199)
    throw new ServiceError("malformed", { detail: "advance: leads beyond the year 2199" });
  return moment;
}
