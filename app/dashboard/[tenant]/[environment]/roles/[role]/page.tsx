import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo, Facts, Mono, Quiet, Section, Words } from "@/app/dashboard/_nouns/layout-parts";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Badge, PageHead, When } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import type { App } from "@/lib/apps/app";
import { listApps } from "@/lib/apps/app-store";
import { inTenant } from "@/lib/db";
import type { Role } from "@/lib/roles/role";
import { countRoleMembers, findRole, listRoleApps } from "@/lib/roles/role-store";
import { RoleForms } from "./role-forms";

export const metadata: Metadata = { title: "Role" };

/** One role: what its members may do, which apps it reaches, how many hold it. */
export default async function RolePage({ params }: PageProps<{ role: string }>) {
  const { role: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const found = await inTenant(caller, async (transaction) => {
    const role = await findRole(transaction, id);
    if (!role) return null;
    const reached = await listRoleApps(transaction, id);
    const members = await countRoleMembers(transaction, id);
    return { role, reached, members, apps: await listApps(transaction) };
  });
  if (!found) notFound();
  const { role } = found;
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
          ["Id", <Mono key="id">{role.id}</Mono>],
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
