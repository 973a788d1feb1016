import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { fieldsOf, givenIn } from "@/app/dashboard/_request/form-fields";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { requireFreshProof } from "@/app/dashboard/_request/require-fresh-proof";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { AdministratorRole } from "@/lib/administrators/administrator";
import { asUnavailable } from "@/lib/db-errors";

const PlaceOf = z.object({ tenant: z.string(), environment: z.string() });

type Authorised = Awaited<ReturnType<typeof administratorIn>>;

/** What an action is given: who acts and where, and what the form says. */
export interface ActionRequest<Input> extends Authorised {
  input: Input;
  place: Place;
}

// biome-ignore lint/suspicious/noConfusingVoidType: an action that has nothing to say may simply end
export type Outcome<State extends FormState> = State | undefined | void;

interface Demands<Input> {
  role: Exclude<AdministratorRole, "viewer">;
  /** Something dangerous: asks for a fresh proof of who they are (spec, Step-up). A function where that depends on
   *  what the form says. */
  stepUp?: boolean | ((request: ActionRequest<Input>) => Promise<boolean>);
}

/** A server action for administrators: authorised before anything is looked at, then parsed, then done. Each
 *  action asks by itself, since it can be called without the page that shows its form. What a use case
 *  refuses is said in the form, with what was typed.
 *  @param work calls one use case; what it answers is shown */
export function administratorAction<S extends z.ZodObject, State extends FormState = FormState>(
  schema: S,
  { role, stepUp = false }: Demands<z.output<S>>,
  work: (request: ActionRequest<z.output<S>>) => Promise<Outcome<State>>,
): FormAction<State> {
  return saidWhenBusy(async (_, form) => {
    const place = PlaceOf.safeParse(Object.fromEntries(form));
    const authorised = await administratorIn(place.data ?? { tenant: "", environment: "" }, role);
    if (stepUp === true) await requireFreshProof(authorised.administrator);
    const parsed = schema.safeParse(fieldsOf(form, schema));
    if (!parsed.success || !place.data) return invalid<State>(parsed.error, form);
    const request = { ...authorised, input: parsed.data, place: place.data };
    if (typeof stepUp === "function" && (await stepUp(request)))
      await requireFreshProof(authorised.administrator);
    const outcome = (await refusalsSaid<State>(() => work(request))) ?? ({} as State);
    if (outcome.problem) return { given: givenIn(form), ...outcome };
    revalidatePath(`/dashboard/${place.data.tenant}/${place.data.environment}`, "layout");
    return outcome;
  });
}

/** Has an action answer in its form, with what was typed, when the service can't find out who asks just now. */
export function saidWhenBusy<State extends FormState>(
  action: FormAction<State>,
): FormAction<State> {
  return async (state, form) => {
    try {
      return await action(state, form);
    } catch (error) {
      if (asUnavailable(error) === null) throw error;
      return { given: givenIn(form), ...problemOf(error) } as Awaited<State>;
    }
  };
}

/** Runs `work`, and answers what it refuses as something to show. */
export async function refusalsSaid<State extends FormState>(
  work: () => Promise<Outcome<State>>,
): Promise<Outcome<State>> {
  try {
    return await work();
  } catch (error) {
    return problemOf(error) as State;
  }
}

/** What a form that can't be read shows: the first mistake of each field. */
export function invalid<State extends FormState>(
  error: z.ZodError | undefined,
  form: FormData,
): State {
  const problems: Record<string, string> = {};
  for (const issue of error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
  const [first = "Reload the page and try again.", ...others] = Object.values(problems);
  const problem = others.length > 0 ? `${first} And ${others.length} more.` : first;
  return { problem, problems, given: givenIn(form) } as State;
}
