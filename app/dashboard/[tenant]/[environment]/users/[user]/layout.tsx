import type { ReactNode } from "react";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Tabs } from "@/app/dashboard/_nouns/tabs";
import { BackTo, PageHead } from "@/app/dashboard/_parts/blocks";
import { StatusBadge } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type UserPlace, userIn } from "./user-in";

/** Header of a user's pages. */
export default async function UserLayout({
  params,
  children,
}: {
  params: Promise<UserPlace>;
  children: ReactNode;
}) {
  const { t } = await wordsOf("users");
  const { user, place } = await userIn(params);
  const pages = [
    ["", t("user.tabs.profile")],
    ["/memberships", t("user.tabs.memberships")],
    ["/sessions", t("user.tabs.sessions")],
    ["/access", t("user.tabs.access")],
    ["/activity", t("user.tabs.activity")],
  ] as const;
  return (
    <>
      <BackTo href={placePath(place, "users")}>{t("list.title")}</BackTo>
      <PageHead title={user.displayName ?? user.email} about={user.displayName ? user.email : ""}>
        <StatusBadge status={user.status} />
      </PageHead>
      <Tabs label={t("user.about")} base={placePath(place, `users/${user.id}`)} pages={pages} />
      {children}
    </>
  );
}
