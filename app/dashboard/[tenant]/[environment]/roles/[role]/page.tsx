import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Badge, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { Mono, Quiet, When, Words } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Words as PageWords } from "@/app/dashboard/_words/words-of";
import type { App } from "@/lib/core/apps/app";
import { listApps } from "@/lib/core/apps/app-store";
import type { Role } from "@/lib/core/roles/role";
import { countRoleMembers, findRole, listRoleApps } from "@/lib/core/roles/role-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { RoleForms } from "./role-forms";

export const generateMetadata = titled("access", "roles.one.title");

/** Page of one role: its permissions, its apps, and the number of its members. */
export default viewerPage("access", async ({ caller, t, words, mayChange, place, segment }) => {
  const id = idIn(segment);
  const [role, reached, members, apps] = await inTransaction(caller, (db) =>
    Promise.all([findRole(db, id), listRoleApps(db, id), countRoleMembers(db, id), listApps(db)]),
  );
  if (!role) notFound();
  const found = { role, reached, members, apps };
  return (
    <>
      <BackTo href={placePath(place, "roles")}>{t("roles.list.title")}</BackTo>
      <PageHead title={role.name} about={role.description ?? t("roles.one.about")}>
        {role.isSystem && <Badge>{t("roles.system")}</Badge>}
      </PageHead>
      <Overview words={words} {...found} />
      {mayChange && !role.isSystem && <RoleForms t={t} place={place} {...found} />}
    </>
  );
});

function Overview({
  words: { t, format },
  role,
  reached,
  members,
}: {
  words: PageWords<"access">;
  role: Role;
  reached: App[];
  members: number;
}) {
  return (
    <Section title={t("roles.one.overview")} about={role.isSystem && t("roles.one.systemAbout")}>
      <Facts
        rows={[
          [t("roles.one.key"), <Mono key="key">{role.key}</Mono>],
          [t("roles.one.id"), <Id key="id">{role.id}</Id>],
          [
            t("roles.one.permissions"),
            <Words key="words" words={role.permissions} none={t("roles.one.noPermissions")} />,
          ],
          [
            t("roles.one.apps"),
            format.list(reached.map(({ name }) => name)) || (
              <Quiet key="none">{t("roles.one.noApps")}</Quiet>
            ),
          ],
          [t("roles.one.members"), format.number(members)],
          [t("roles.one.changed"), <When key="at" at={role.updatedAt} />],
        ]}
      />
    </Section>
  );
}
