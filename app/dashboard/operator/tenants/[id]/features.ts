import type { ReactNode } from "react";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { RetentionForms } from "./retention-forms";

/** Input of a feature's forms. */
export interface FormsProps {
  tenant: OperatedTenant;
  t: Translator<"operator">;
}

/** Forms of features on a tenant's page. */
export const forms: Record<string, (props: FormsProps) => Promise<ReactNode>> = { RetentionForms };
