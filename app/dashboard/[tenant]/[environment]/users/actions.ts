"use server";

import { z } from "zod";
import {
  About,
  namingField,
  optionalFormatted,
  optionalId,
  optionalLine,
  ticked,
} from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { personName } from "@/app/dashboard/_nouns/person-name";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { unlockAccount } from "@/lib/core/login/unlock-account";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { changeEmailVerification } from "@/lib/core/users/change-email-verification";
import { changeUser } from "@/lib/core/users/change-user";
import { createUser } from "@/lib/core/users/create-user";
import { emailKeyOf, parseEmail } from "@/lib/core/users/email";
import { eachField, hasFormat } from "@/lib/core/users/fields";
import { findUser, findUserByEmail } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import type { LinkState } from "./link-form";

const t = laterIn("users");

const dangerous = { role: "admin", stepUp: true } as const;
const invalidEmail = t("actions.emailInvalid");
const email = z
  .string({ error: invalidEmail })
  .trim()
  .refine((text) => parseEmail(text) !== null, invalidEmail);
const profile = {
  email,
  ...eachField((name, { longest, format }) =>
    format && hasFormat(name)
      ? optionalFormatted(format.pattern, t(`profileFields.${name}Invalid`))
      : optionalLine(longest),
  ),
};

const NewUser = z.object({
  ...profile,
  organization: z.union([z.literal(""), namingField]),
  roleId: optionalId,
  firstLink: z.enum(["invitation", "onboarding", "link"], {
    error: t("actions.firstLinkMissing"),
  }),
  emailVerified: ticked,
});

/** Creates a user: emails the first link, or shows it to hand over. */
export const createUserAction = administratorAction<typeof NewUser, LinkState>(
  NewUser,
  dangerous,
  async ({ caller, input, place }) => {
    const { organization, roleId, firstLink, emailVerified, ...fields } = input;
    if (await inTransaction(caller, (db) => findUserByEmail(db, emailKeyOf(input.email))))
      return at("email", t("actions.emailTaken"));
    const where = await placeOf(caller, organization, roleId);
    if ("problem" in where) return where;
    const { user, setPassword } = await createUser(caller, {
      ...fields,
      ...where,
      ...(emailVerified ? { emailVerified } : {}),
      sendInvitation: firstLink === "invitation",
      sendOnboarding: firstLink === "onboarding",
    });
    const href = placePath(place, `users/${user.id}`);
    if (firstLink === "link") return { link: setPassword?.link, href };
    return { done: t("actions.created", { name: personName(user) }), goTo: href };
  },
);

const Profile = About.extend(profile);

/** Changes a user's profile. Codes and links go to a changed address from then on. */
export const changeUserAction = administratorAction(
  Profile,
  { role: "admin", stepUp: ({ caller, input }) => movesAddress(caller, input) },
  async ({ caller, input: { id, ...changes } }) => {
    const user = await changeUser(caller, id, changes);
    return { done: t("actions.saved", { name: personName(user) }) };
  },
);

/** Marks a user's address as verified, or removes that mark. */
export const changeVerificationAction = administratorAction(
  About.extend({ verified: z.enum(["yes", "no"]) }),
  { role: "admin" },
  async ({ caller, input: { id, verified } }) => {
    await changeEmailVerification(caller, id, verified === "yes");
    return { done: verified === "yes" ? t("actions.verified") : t("actions.unverified") };
  },
);

/** First link for a user who has no password yet: emailed, or handed over. */
const FirstLink = About.extend({ firstLink: z.enum(["invitation", "link"]) });
export const sendFirstLinkAction = administratorAction<typeof FirstLink, LinkState>(
  FirstLink,
  dangerous,
  async ({ caller, input: { id, firstLink } }) => {
    const user = await inTransaction(caller, (db) => findUser(db, id));
    if (!user) return { problem: t("actions.userGone") };
    const { setPassword } = await createUser(caller, {
      email: user.email,
      sendInvitation: firstLink === "invitation",
    });
    if (firstLink === "invitation") return { done: t("actions.invited") };
    if (!setPassword) return { problem: t("actions.noLink") };
    return { link: setPassword.link };
  },
);

/** Suspends a user, and ends their sessions and tokens. */
export const suspendUserAction = administratorAction(
  About.extend({ reason: optionalLine(500) }),
  { role: "admin" },
  async ({ caller, input: { id, reason } }) => {
    const user = await suspendUser(caller, id, reason);
    return { done: t("actions.suspended", { name: personName(user) }) };
  },
);

/** Reactivates a suspended user. */
export const reactivateUserAction = administratorAction(
  About,
  { role: "admin" },
  async ({ caller, input: { id } }) => {
    const user = await reactivateUser(caller, id);
    return { done: t("actions.reactivated", { name: personName(user) }) };
  },
);

/** Ends the lock of an account after failed sign-ins. */
export const unlockUserAction = administratorAction(
  About,
  { role: "admin" },
  async ({ caller, input: { id } }) => {
    await unlockAccount(caller, id);
    return { done: t("actions.unlocked") };
  },
);

/** Deletes a user, once the address was typed. */
export const deleteUserAction = confirmedAction(
  dangerous,
  findUser,
  ({ email }) => email,
  async ({ caller, input, place }, user) => {
    await deleteUser(caller, input.id);
    const done = t("actions.deleted", { name: personName(user) });
    return { done, goTo: placePath(place, "users") };
  },
);

async function movesAddress(caller: Caller, input: z.output<typeof Profile>): Promise<boolean> {
  const user = await inTransaction(caller, (db) => findUser(db, input.id));
  return user !== null && user.email !== input.email;
}

function at(field: string, problem: string) {
  return { problem, problems: { [field]: problem } };
}

/** Returns the membership in a form, or the form's problem. */
async function placeOf(caller: Caller, organization: string, roleId: string | null) {
  if (organization === "" && roleId === null) return {};
  if (organization === "") return at("organization", t("actions.organizationMissing"));
  if (roleId === null) return at("roleId", t("actions.roleMissing"));
  const found = await organizationTyped(caller, organization);
  return "problem" in found ? found : { organizationId: found.id, roleId };
}
