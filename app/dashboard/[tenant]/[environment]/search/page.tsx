import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type PageProps, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Empty } from "@/app/dashboard/_parts/empty";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { administratorIn } from "@/app/dashboard/administrator";
import { find, findById } from "./find";

export const metadata: Metadata = { title: "Search" };

/** Finds whatever an environment has. An id leads straight to what has it. */
export default async function SearchPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, environment } = await administratorIn(place);
  const query = textOf(await searchParams, "q").slice(0, 200);
  const exact = await findById(caller, place, query);
  if (exact) redirect(exact.href);
  const groups = await find(caller, place, query);
  return (
    <>
      <PageHead
        title="Search"
        about={`Users, organizations, apps, clients, credentials, roles, packages and pages of ${environment.name}, by any part of a name or address. An id leads straight to what has it.`}
      />
      <SearchForm label="Search everything" query={query} placeholder="Name, address, key or id" />
      {query.trim() !== "" && groups.length === 0 && (
        <Empty title="Nothing matches">
          Nothing in {environment.name} goes by this. Other environments are searched from their own
          pages.
        </Empty>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </>
  );
}

function Group({ group: { name, items, more } }: { group: FoundGroup }) {
  return (
    <Section title={name} beside={more && <TextLink href={more}>All that match</TextLink>}>
      <ul className="space-y-3">
        {items.map((one) => (
          <li key={one.href} className="wrap-anywhere">
            <TextLink href={one.href}>{one.name}</TextLink>
            {one.detail && (
              <span className="block">
                <Quiet>{one.detail}</Quiet>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
