import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Id } from "@/app/dashboard/_parts/id";
import { BackTo, Badge, Facts, PageHead, Section } from "@/app/dashboard/_parts/page";
import { Mono, Quiet, When, Words } from "@/app/dashboard/_parts/text";
import { type Words as PageWords, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import type { App } from "@/lib/core/apps/app";
import { listApps } from "@/lib/core/apps/app-store";
import type { Role } from "@/lib/core/roles/role";
import { countRoleMembers, findRole, listRoleApps } from "@/lib/core/roles/role-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { RoleForms } from "./role-forms";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("roles.one.title") };
}

/** Page of one role: its permissions, its apps, and the number of its members. */
export default async function RolePage({ params }: PageProps<{ role: string }>) {
  const words = await wordsOf("access");
  const { t } = words;
  const { role: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
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
      {mayActAs(tenant.role, "admin") && !role.isSystem && (
        <RoleForms t={t} place={place} {...found} />
      )}
    </>
  );
}

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
