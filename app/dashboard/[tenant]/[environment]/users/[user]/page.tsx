import type { Metadata } from "next";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { Id } from "@/app/dashboard/_parts/id";
import { Notice } from "@/app/dashboard/_parts/notice";
import { When } from "@/app/dashboard/_parts/when";
import type { User } from "@/lib/users/user";
import { Evidence } from "./evidence";
import { ProfileForms } from "./profile-forms";
import { type UserPlace, userIn } from "./user-in";

export const metadata: Metadata = { title: "User" };

/** One user: who they are, what is known of their address, and what an administrator may do about them. */
export default async function UserPage({ params }: { params: Promise<UserPlace> }) {
  const { user, place, mayChange } = await userIn(params);
  return (
    <>
      {user.status === "suspended" && (
        <Notice tone="red">
          Suspended <When at={user.suspendedAt} />
          {user.suspendedReason ? `: ${user.suspendedReason}` : "."}
        </Notice>
      )}
      <Section title="Overview">
        <Overview user={user} />
      </Section>
      <Evidence user={user} place={place} mayChange={mayChange} />
      {mayChange && <ProfileForms user={user} place={place} />}
    </>
  );
}

function Overview({ user }: { user: User }) {
  const unset = <Quiet>not set</Quiet>;
  return (
    <Facts
      rows={[
        ["Email address", user.email],
        ["Name", user.displayName ?? unset],
        ["Id", <Id key="id">{user.id}</Id>],
        ["External id", user.externalId ? <Mono key="ext">{user.externalId}</Mono> : unset],
        ["Language of emails", user.locale ?? unset],
        ["Password", user.passwordHash ? "set" : "not set yet"],
        ["Last sign-in", <When key="seen" at={user.lastSignInAt} />],
        ["Created", <When key="made" at={user.createdAt} />],
      ]}
    />
  );
}
