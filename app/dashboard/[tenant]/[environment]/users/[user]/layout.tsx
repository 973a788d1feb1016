import type { ReactNode } from "react";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Tabs } from "@/app/dashboard/_nouns/tabs";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { type UserPlace, userIn } from "./user-in";

const pages = [
  ["", "Profile"],
  ["/memberships", "Memberships"],
  ["/sessions", "Sessions and devices"],
  ["/access", "Access"],
  ["/activity", "Activity"],
] as const;

/** Who a user's pages are about. */
export default async function UserLayout({
  params,
  children,
}: {
  params: Promise<UserPlace>;
  children: ReactNode;
}) {
  const { user, place } = await userIn(params);
  return (
    <>
      <BackTo href={placePath(place, "users")}>Users</BackTo>
      <PageHead title={user.displayName ?? user.email} about={user.displayName ? user.email : ""}>
        <StatusBadge status={user.status} />
      </PageHead>
      <Tabs label="About this user" base={placePath(place, `users/${user.id}`)} pages={pages} />
      {children}
    </>
  );
}
