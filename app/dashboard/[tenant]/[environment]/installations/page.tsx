import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Notice } from "@/app/dashboard/_parts/notice";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { readCapacity } from "@/lib/installations/capacity-store";
import { searchInstallations } from "@/lib/installations/installation-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { InstallationBadge } from "./installation-badge";

export const metadata: Metadata = { title: "Installations" };

/** The copies of the tenant's apps that run somewhere. */
export default async function InstallationsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "active" || asked === "retired" ? asked : null;
  const [page, capacity] = await inPrismaTransaction(caller, (db) =>
    Promise.all([searchInstallations(db, { ...browse, status }), readCapacity(db)]),
  );
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "installations");
  const { active, limit } = capacity;
  return (
    <>
      {active >= limit && (
        <Notice tone="red">
          No other installation can enrol: {active} of {limit} are active.{" "}
          <TextLink href={`${path}/capacity`}>See what can be done</TextLink>
        </Notice>
      )}
      <Listing
        title="Installations"
        about="Copies of your apps that run somewhere: devices, agents, servers at customers. Each authenticates with a key of its own."
        path={path}
        browse={browse}
        narrowed={{ status }}
        page={page}
        create={
          mayChange
            ? { href: placePath(place, "enrolment-tokens/new"), name: "Enrol installations" }
            : undefined
        }
        search={{
          label: "Search installations",
          placeholder: "Name, platform, version, app, organization, id or key",
          filters: <StatusFilter status={status} statuses={["active", "retired"]} />,
        }}
        empty={{
          title: "No installations yet",
          text: mayChange
            ? "Issue an enrolment token, and hand it to a machine that runs your app: it appears here once it has enrolled itself."
            : "They appear here once an administrator has issued an enrolment token and machines have used it.",
        }}
        head={["Installation", "Status", "Version", "App", "Last seen"]}
        row={(one) => (
          <tr key={one.id}>
            <NameCell
              href={`${path}/${one.id}`}
              name={one.name}
              below={one.platform ?? "platform not told"}
            />
            <td>
              <InstallationBadge status={one.status} />
            </td>
            <td>{one.version ? <Mono>{one.version}</Mono> : <Quiet>not told</Quiet>}</td>
            <td className="min-w-40 wrap-anywhere">
              {one.appName}
              <div>
                <Quiet>{one.organizationName ?? "no organization"}</Quiet>
              </div>
            </td>
            <td className="whitespace-nowrap">
              <When at={one.lastSeenAt} />
            </td>
          </tr>
        )}
      />
      <p className="mt-6 text-sm">
        <Quiet>
          {active.toLocaleString("en")} of {limit.toLocaleString("en")} active, over all
          environments of the tenant.
        </Quiet>{" "}
        <TextLink href={`${path}/capacity`}>Capacity</TextLink>
      </p>
    </>
  );
}
