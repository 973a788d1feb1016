import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import {
  invalid,
  reportBusyInForm,
  reportRefusalsInForm,
} from "@/app/dashboard/_request/administrator-action";
import { conclude } from "@/app/dashboard/_request/conclude";
import { declareAction } from "@/app/dashboard/_request/declared-action";
import { fieldsOf } from "@/app/dashboard/_request/form-fields";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { browserContext } from "@/lib/core/http/request-context";
import type { RequestContext } from "@/lib/kernel/caller";

/** Signed-in administrator, who acts on their own account. */
interface OwnActor {
  userId: string;
  email: string;
  context: RequestContext;
}

/** Makes a server action by which administrators change their own things: checks the session, parses, does
 *  it. */
export function ownAction<S extends z.ZodObject>(
  schema: S,
  work: (oneself: OwnActor, input: z.output<S>) => Promise<FormState>,
): FormAction {
  const action = reportBusyInForm<FormState>(async (_, form) => {
    const { userId, email } = await signedInAdministrator();
    const parsed = schema.safeParse(fieldsOf(form, schema));
    if (!parsed.success) return invalid(parsed.error, form);
    const context = browserContext(new Headers(await headers()), randomUUID());
    const outcome = await reportRefusalsInForm(() => work({ userId, email, context }, parsed.data));
    return conclude(outcome, form, "/dashboard");
  });
  return declareAction({ by: "oneself", schemaIn: () => schema }, action);
}
