import { z } from "zod";
import { About, withKey } from "@/app/dashboard/_nouns/fields";
import type { Noun } from "@/app/dashboard/_nouns/noun";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { textsOf } from "@/app/dashboard/_words/later";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

type Output<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;
type NameAndKey = { name: string; key: string };

/** Makes the action that creates a thing, and shows its page.
 *  @param next folder to show instead of the thing's page */
export function createAction<S extends z.ZodRawShape>(
  noun: Noun,
  shape: S,
  create: (caller: Caller, input: Output<S> & NameAndKey) => Promise<{ id: string; name: string }>,
  next?: string,
): FormAction {
  return administratorAction(
    z.object(shape),
    noun.demands,
    async ({ caller, input, place }): Promise<FormState> => {
      const { id, name } = await create(caller, withKey(input as Output<S> & NameAndKey));
      const goTo = placePath(place, next ?? `${noun.path}/${id}`);
      return { done: textsOf(noun)("done.created", { name }), goTo };
    },
  );
}

/** Makes an action that changes some fields of a thing.
 *  @param done name of its confirmation, or that of the changes */
export function changeAction<S extends z.ZodRawShape>(
  noun: Noun,
  shape: S,
  done: string | ((changes: Output<S>) => string),
  change: (caller: Caller, id: string, changes: Output<S>) => Promise<object>,
): FormAction {
  return administratorAction(
    About.extend(shape),
    noun.demands,
    async ({ caller, input }): Promise<FormState> => {
      const { id, ...rest } = input as unknown as { id: string };
      const changes = rest as Output<S>;
      const changed = await change(caller, id, changes);
      const values: Record<string, string> =
        "name" in changed ? { name: String(changed.name) } : {};
      const text = typeof done === "string" ? done : done(changes);
      return { done: textsOf(noun)(`done.${text}`, values) };
    },
  );
}

/** Makes the action that deletes an unused thing, once its key was typed. */
export function deleteAction(
  noun: Noun,
  find: (db: Queryable, id: string) => Promise<NameAndKey | null>,
  remove: (caller: Caller, id: string) => Promise<unknown>,
) {
  return confirmedAction(
    noun.demands,
    find,
    ({ key }) => key,
    async ({ caller, input, place }, { name }) => {
      await remove(caller, input.id);
      return { done: textsOf(noun)("done.deleted", { name }), goTo: placePath(place, noun.path) };
    },
  );
}
