import type { ReactNode } from "react";
import { Facts, Notice, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { Mono, Quiet, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { lockedUntil } from "@/lib/core/login/account-locks";
import { type ProfileField, profileNames } from "@/lib/core/users/fields";
import type { User } from "@/lib/core/users/user";
import { Evidence } from "./evidence";
import { ProfileForms } from "./profile-forms";
import { SignInMethods } from "./sign-in-methods";
import { type UserPlace, userIn } from "./user-in";

export const generateMetadata = titled("users", "user.title");

/** Page of one user: the profile, the evidence for the address, and the forms that change the user. */
export default async function UserPage({ params }: { params: Promise<UserPlace> }) {
  const { t } = await wordsOf("users");
  const { user, place, caller, mayChange } = await userIn(params);
  const locked = await lockedUntil(caller, user);
  return (
    <>
      {user.status === "suspended" && (
        <Notice tone="red">
          <Suspended user={user} t={t} />
        </Notice>
      )}
      {locked && (
        <Notice tone="amber">{t.rich("user.locked", { at: () => <When at={locked} /> })}</Notice>
      )}
      <Section title={t("user.overview")}>
        <Overview user={user} t={t} />
      </Section>
      <Evidence user={user} place={place} mayChange={mayChange} />
      <SignInMethods user={user} place={place} caller={caller} mayChange={mayChange} />
      {mayChange && <ProfileForms user={user} place={place} isLocked={locked !== null} />}
    </>
  );
}

interface About {
  user: User;
  t: Translator<"users">;
}

function Suspended({ user, t }: About) {
  const at = () => <When at={user.suspendedAt} />;
  const reason = user.suspendedReason;
  return reason ? t.rich("user.suspendedReason", { at, reason }) : t.rich("user.suspended", { at });
}

function Overview({ user, t }: About) {
  const unset = <Quiet>{t("user.notSet")}</Quiet>;
  const fact = (name: ProfileField): [string, ReactNode] => {
    const text = user[name] ?? unset;
    const isId = name === "externalId" && user[name];
    return [t(`profileFields.${name}`), isId ? <Mono key={name}>{text}</Mono> : text];
  };
  return (
    <Facts
      rows={[
        [t("user.facts.email"), user.email],
        fact("displayName"),
        [t("user.facts.id"), <Id key="id">{user.id}</Id>],
        ...profileNames.filter((name) => name !== "displayName").map(fact),
        [
          t("user.facts.password"),
          user.passwordHash ? t("user.passwordSet") : t("user.passwordUnset"),
        ],
        [t("user.facts.lastSignIn"), <When key="seen" at={user.lastSignInAt} />],
        [t("user.facts.created"), <When key="made" at={user.createdAt} />],
      ]}
    />
  );
}
