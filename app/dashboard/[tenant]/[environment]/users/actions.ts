"use server";

import { z } from "zod";
import {
  About,
  namingField,
  optionalId,
  optionalLine,
  ticked,
} from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { personName } from "@/app/dashboard/_nouns/person-name";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { changeEmailVerification } from "@/lib/users/change-email-verification";
import { changeUser } from "@/lib/users/change-user";
import { createUser } from "@/lib/users/create-user";
import { emailKeyOf, parseEmail } from "@/lib/users/email";
import { deleteUser } from "@/lib/users/ending/delete-user";
import { reactivateUser } from "@/lib/users/ending/reactivate-user";
import { suspendUser } from "@/lib/users/ending/suspend-user";
import { findUser, findUserByEmail } from "@/lib/users/user-store";
import type { LinkState } from "./link-form";

const dangerous = { role: "admin", stepUp: true } as const;
const email = z
  .string({ error: "Give an email address." })
  .trim()
  .refine((text) => parseEmail(text) !== null, "Give an email address, in plain letters.");
const locale = z
  .string()
  .trim()
  .regex(
    /^(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})?$/,
    "Use a language tag such as en or pt-BR.",
  )
  .transform((tag) => tag || null);
const profile = { email, displayName: optionalLine(200), externalId: optionalLine(255), locale };

const NewUser = z.object({
  ...profile,
  organization: z.union([z.literal(""), namingField]),
  roleId: optionalId,
  firstLink: z.enum(["invitation", "onboarding", "link"], { error: "Choose one." }),
  emailVerified: ticked,
});

/** Makes a user: emails the first link, or hands it over. */
export const createUserAction = administratorAction<typeof NewUser, LinkState>(
  NewUser,
  dangerous,
  async ({ caller, input, place }) => {
    const { organization, roleId, firstLink, emailVerified, ...wanted } = input;
    if (await inTransaction(caller, (db) => findUserByEmail(db, emailKeyOf(input.email))))
      return at("email", "A user of this environment has this address already.");
    const where = await placeOf(caller, organization, roleId);
    if ("problem" in where) return where;
    const { user, setPassword } = await createUser(caller, {
      ...wanted,
      ...where,
      ...(emailVerified ? { emailVerified } : {}),
      sendInvitation: firstLink === "invitation",
      sendOnboarding: firstLink === "onboarding",
    });
    const href = placePath(place, `users/${user.id}`);
    if (firstLink === "link") return { link: setPassword?.link, href };
    return { done: `${personName(user)} is made. The first link is under way.`, goTo: href };
  },
);

const Profile = About.extend(profile);

/** Changes what the tenant decides about a user. Another address is where their codes and links go from then on. */
export const changeUserAction = administratorAction(
  Profile,
  { role: "admin", stepUp: ({ caller, input }) => movesAddress(caller, input) },
  async ({ caller, input: { id, ...changes } }) => {
    const user = await changeUser(caller, id, changes);
    return { done: `${personName(user)}: the profile is saved.` };
  },
);

/** Vouches for a user's address, or takes that word back. */
export const changeVerificationAction = administratorAction(
  About.extend({ verified: z.enum(["yes", "no"]) }),
  { role: "admin" },
  async ({ caller, input: { id, verified } }) => {
    await changeEmailVerification(caller, id, verified === "yes");
    return { done: verified === "yes" ? "You vouch for the address." : "Your word is withdrawn." };
  },
);

/** A first link for a user who has no password yet: emailed, or handed over. */
const FirstLink = About.extend({ firstLink: z.enum(["invitation", "link"]) });
export const sendFirstLinkAction = administratorAction<typeof FirstLink, LinkState>(
  FirstLink,
  dangerous,
  async ({ caller, input: { id, firstLink } }) => {
    const user = await inTransaction(caller, (db) => findUser(db, id));
    if (!user) return { problem: "The user is not there any more." };
    const { setPassword } = await createUser(caller, {
      email: user.email,
      sendInvitation: firstLink === "invitation",
    });
    if (firstLink === "invitation")
      return { done: "An invitation is under way, unless one that still works was sent before." };
    if (!setPassword) return { problem: "The user has a password, or is suspended." };
    return { link: setPassword.link };
  },
);

/** Keeps a user out and ends what is open. */
export const suspendUserAction = administratorAction(
  About.extend({ reason: optionalLine(500) }),
  { role: "admin" },
  async ({ caller, input: { id, reason } }) => {
    const user = await suspendUser(caller, id, reason);
    return { done: `${personName(user)} is suspended: sessions and trusted devices are gone.` };
  },
);

/** Lets a suspended user sign in again. */
export const reactivateUserAction = administratorAction(
  About,
  { role: "admin" },
  async ({ caller, input: { id } }) => {
    const user = await reactivateUser(caller, id);
    return { done: `${personName(user)} may sign in again.` };
  },
);

/** Deletes a user, once the address was typed. */
export const deleteUserAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  dangerous,
  async ({ caller, input, place }) => {
    const user = await inTransaction(caller, (db) => findUser(db, input.id));
    if (!user) throw missing();
    if (!typedAsAsked(input, user.email)) return notTypedAsAsked;
    await deleteUser(caller, input.id);
    return { done: `${personName(user)} is deleted.`, goTo: placePath(place, "users") };
  },
);

async function movesAddress(caller: Caller, wanted: z.output<typeof Profile>): Promise<boolean> {
  const user = await inTransaction(caller, (db) => findUser(db, wanted.id));
  return user !== null && user.email !== wanted.email;
}

function at(field: string, problem: string) {
  return { problem, problems: { [field]: problem } };
}

/** The membership that a form asks for, or what is wrong with it. */
async function placeOf(caller: Caller, organization: string, roleId: string | null) {
  if (organization === "" && roleId === null) return {};
  if (organization === "") return at("organization", "Say where the role is to be held.");
  if (roleId === null) return at("roleId", "Choose the role at the organization.");
  const found = await organizationTyped(caller, organization);
  return "problem" in found ? found : { organizationId: found.id, roleId };
}
