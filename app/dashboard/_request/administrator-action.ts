import { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { conclude } from "@/app/dashboard/_request/conclude";
import { declareAction } from "@/app/dashboard/_request/declared-action";
import { factorMissing } from "@/app/dashboard/_request/factor-missing";
import { fieldsOf, typedWithoutConfirmation } from "@/app/dashboard/_request/form-fields";
import { handleProofChoice, requireStepUp } from "@/app/dashboard/_request/fresh-proof";
import { problemOf, summarizeProblems } from "@/app/dashboard/_request/problem-of";
import { translateFormState } from "@/app/dashboard/_request/said-in-form";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import { administratorSince } from "@/lib/core/administrators/administrator-store";
import { asUnavailable } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";

const PlaceOf = z.object({ tenant: z.string(), environment: z.string() });

type Authorised = Awaited<ReturnType<typeof administratorIn>>;

/** Request to an action: the administrator, the place, and the parsed form. */
export interface ActionRequest<Input> extends Authorised {
  input: Input;
  place: Place;
}

/** Requirements of an action. */
export interface Demands<Input> {
  role: Exclude<AdministratorRole, "viewer">;
  /** Whether the action is dangerous: it requires a fresh proof (spec, Step-up). A function where that
   *  depends on the form's values. */
  stepUp?: boolean | ((request: ActionRequest<Input>) => Promise<boolean>);
}

/** Makes a server action for administrators: authorises it before reading anything, then parses the form,
 *  then requires a fresh proof where the action is dangerous, then does it. Each action authorises itself,
 *  since it can be called without the page that shows its form. A refusal by a use case is shown in the form,
 *  with the typed texts.
 *  @param work calls one use case; its answer is shown, so that no change goes unreported */
export function administratorAction<S extends z.ZodObject, State extends FormState = FormState>(
  schema: S,
  { role, stepUp = false }: Demands<z.output<S>>,
  work: (request: ActionRequest<z.output<S>>) => Promise<State>,
): FormAction<State> {
  const action = reportBusyInForm<State>(async (_, form) => {
    const place = PlaceOf.safeParse(Object.fromEntries(form));
    const authorised = await administratorIn(place.data ?? { tenant: "", environment: "" }, role);
    const { administrator } = authorised;
    const proofChoice = stepUp && (await handleProofChoice(administrator, form));
    if (proofChoice) return proofChoice as State;
    const parsed = schema.safeParse(fieldsOf(form, schema));
    if (!parsed.success || !place.data) return invalid<State>(parsed.error, form);
    const request = { ...authorised, input: parsed.data, place: place.data };
    const dangerous = typeof stepUp === "function" ? await stepUp(request) : stepUp;
    const held = dangerous && (await missingRequirement(request, form));
    if (held) return held as State;
    const outcome = await reportRefusalsInForm(() => work(request));
    return conclude(outcome, form, `/dashboard/${place.data.tenant}/${place.data.environment}`);
  });
  return declareAction({ by: role, schemaIn: () => schema }, action);
}

/** Returns the state that stops a dangerous action: a factor is missing, or a proof is. */
async function missingRequirement(
  { administrator, caller }: Authorised,
  form: FormData,
): Promise<FormState | null> {
  const since = () => inTransaction(caller, (db) => administratorSince(db, administrator.userId));
  return (
    (await factorMissing(administrator, form, since)) ?? (await requireStepUp(administrator, form))
  );
}

/** Makes an action answer in its form, with the typed texts, when the service can't authenticate the caller
 *  just now. */
export function reportBusyInForm<State extends FormState>(
  action: FormAction<State>,
): FormAction<State> {
  return async (state, form) => {
    try {
      return await action(state, form);
    } catch (error) {
      if (asUnavailable(error) === null) throw error;
      return {
        given: typedWithoutConfirmation(form),
        ...(await translateFormState(problemOf(error))),
      } as Awaited<State>;
    }
  };
}

/** Runs `work`, and returns its refusals as a form's state. */
export async function reportRefusalsInForm<State extends FormState>(
  work: () => Promise<State>,
): Promise<State> {
  try {
    return await translateFormState(await work());
  } catch (error) {
    return translateFormState(problemOf(error) as State);
  }
}

/** Returns the state of a form that can't be parsed: the first problem of each field. */
export function invalid<State extends FormState>(
  error: z.ZodError | undefined,
  form: FormData,
): Promise<State> {
  const problems: Record<string, string> = {};
  for (const issue of error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
  const problem = summarizeProblems(Object.values(problems));
  return translateFormState({ problem, problems, given: typedWithoutConfirmation(form) } as State);
}
