import type { Operation } from "@/lib/contract/operation";
import type { Reason } from "@/lib/errors";

const ofCaller: Record<Operation["caller"], readonly Reason[]> = {
  machine: ["unauthenticated", "forbidden", "tenant_disabled"],
  tenant: ["unauthenticated", "tenant_disabled"],
  tenant_or_machine: ["unauthenticated", "forbidden", "tenant_disabled"],
  installation: ["unauthenticated", "forbidden", "tenant_disabled", "rate_limited"],
  operator: ["unauthenticated"],
  anyone: [],
};

/** Every reason for which an operation can turn a request down: its own, and those of its plane. */
export function refusalsOf(operation: Operation): Reason[] {
  const counted = /\/management\/|\/operator\/|\/audit$/.test(operation.path);
  return [
    ...new Set<Reason>([
      ...ofCaller[operation.caller],
      // An unknown query parameter, whatever the route.
      "malformed",
      ...(operation.body
        ? (["request_timeout", "payload_too_large", "unsupported_media_type"] as const)
        : []),
      ...(operation.path.includes("{") ? (["missing"] as const) : []),
      ...(operation.refusals ?? []),
      ...(counted ? (["rate_limited"] as const) : []),
      "service_overloaded",
      "unavailable",
    ]),
  ];
}
