import type { CallerKind } from "@/lib/core/http/callers";
import type { Declared } from "@/lib/core/http/operation";
import type { Reason } from "@/lib/kernel/errors/catalogue";

const ofCaller: Record<CallerKind, readonly Reason[]> = {
  machine: ["unauthenticated", "forbidden", "tenant_disabled"],
  tenant: ["unauthenticated", "tenant_disabled"],
  tenant_or_machine: ["unauthenticated", "forbidden", "tenant_disabled"],
  installation: ["unauthenticated", "forbidden", "tenant_disabled"],
  operator: ["unauthenticated", "forbidden"],
  tenant_operator: ["unauthenticated"],
  anyone: [],
};

/** All reasons for which an operation can refuse a request: its own, and those of its plane. */
export function refusalsOf(operation: Declared): Reason[] {
  return [
    ...new Set<Reason>([
      ...ofCaller[operation.caller],
      // An unknown query parameter, on every route.
      "malformed",
      ...(operation.body || operation.lines
        ? (["request_timeout", "payload_too_large", "unsupported_media_type"] as const)
        : []),
      ...(operation.params ? (["missing"] as const) : []),
      ...(operation.refusals ?? []),
      ...(operation.isCounted ? (["rate_limited"] as const) : []),
      "internal",
      "service_overloaded",
      "unavailable",
    ]),
  ];
}
