import { Badge } from "@/app/dashboard/_parts/blocks";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";

interface Props {
  status: OperatedTenant["status"];
  t: Translator<"operator">;
}

/** Status of a tenant. */
export function TenantStatus({ status, t }: Props) {
  return <Badge tone={status === "active" ? "green" : "red"}>{t(`status.${status}`)}</Badge>;
}
