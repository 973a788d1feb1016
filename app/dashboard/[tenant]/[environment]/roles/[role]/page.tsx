import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { Words } from "@/app/dashboard/_nouns/words";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import type { App } from "@/lib/apps/app";
import { listApps } from "@/lib/apps/app-store";
import { inTransaction } from "@/lib/db/transaction";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import type { Role } from "@/lib/roles/role";
import { countRoleMembers, findRole, listRoleApps } from "@/lib/roles/role-store";
import { RoleForms } from "./role-forms";

export const metadata: Metadata = { title: "Role" };

/** One role: what its members may do, which apps it reaches, how many hold it. */
export default async function RolePage({ params }: PageProps<{ role: string }>) {
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
      <BackTo href={placePath(place, "roles")}>Roles</BackTo>
      <PageHead
        title={role.name}
        about={role.description ?? "What a member of an organization may do."}
      >
        {role.isSystem && <Badge>system</Badge>}
      </PageHead>
      <Overview {...found} />
      {mayActAs(tenant.role, "admin") && !role.isSystem && <RoleForms place={place} {...found} />}
    </>
  );
}

function Overview({ role, reached, members }: { role: Role; reached: App[]; members: number }) {
  return (
    <Section
      title="Overview"
      about={
        role.isSystem && "The service made this role: it can be given to members, not changed."
      }
    >
      <Facts
        rows={[
          ["Key", <Mono key="key">{role.key}</Mono>],
          ["Id", <Id key="id">{role.id}</Id>],
          ["Permissions", <Words key="words" words={role.permissions} none="None" />],
          [
            "Reaches",
            reached.map(({ name }) => name).join(", ") || <Quiet key="none">no app</Quiet>,
          ],
          ["Members who hold it", members],
          ["Changed", <When key="at" at={role.updatedAt} />],
        ]}
      />
    </Section>
  );
}
