import { redirect } from "next/navigation";
import { textOf } from "@/app/dashboard/_nouns/place-path";
import { Empty, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Quiet, TextLink } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { find, findById } from "./find";

export const generateMetadata = titled("overview", "search.title");

/** Searches everything in an environment. An id leads straight to its page. */
export default viewerPage("overview", async ({ caller, environment, t, locale, search, place }) => {
  const query = textOf(search, "q").slice(0, 200);
  const exact = await findById(caller, place, query, locale);
  if (exact) redirect(exact.href);
  const groups = await find(caller, place, query, locale);
  return (
    <>
      <PageHead
        title={t("search.title")}
        about={t("search.about", { environment: environment.name })}
      />
      <SearchForm label={t("search.label")} query={query} placeholder={t("search.placeholder")} />
      {query.trim() !== "" && groups.length === 0 && (
        <Empty title={t("search.nothing")}>
          {t("search.nothingAbout", { environment: environment.name })}
        </Empty>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} all={t("search.all")} />
      ))}
    </>
  );
});

function Group({ group: { name, items, more }, all }: { group: FoundGroup; all: string }) {
  return (
    <Section title={name} beside={more && <TextLink href={more}>{all}</TextLink>}>
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
