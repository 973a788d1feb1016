import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { Noun } from "@/app/dashboard/_nouns/noun";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import type { FormAction } from "@/app/dashboard/_parts/action-form";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { Mono } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { adminPage, type PageRequest, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Area } from "@/app/dashboard/_words/catalogs";
import { textsOf, translateDeferred } from "@/app/dashboard/_words/later";
import type { Place } from "@/app/dashboard/administrator";
import type { Locale } from "@/i18n/locales";
import type { Caller } from "@/lib/kernel/caller";

type Thing = { id: string; key: string; name: string };
type Values = Record<string, string>;

const textOf = (noun: Noun, locale: Locale) => (name: string, values?: Values) =>
  translateDeferred(textsOf(noun)(name, values), locale);

/** Makes the page of the form that creates a thing.
 *  @param fields the form's fields */
export function newPage<A extends Area>(
  noun: Noun<A>,
  action: FormAction,
  fields: (request: PageRequest<A>) => ReactNode | Promise<ReactNode>,
) {
  return adminPage(noun.area, async (request) => {
    const text = textOf(noun, request.locale);
    return (
      <NewPage
        place={request.place}
        list={{ path: noun.path, name: text("list.title") }}
        title={text("new.title")}
        about={text("new.about")}
        action={action}
        submit={text("new.submit")}
      >
        {await fields(request)}
      </NewPage>
    );
  });
}

/** Content of a thing's page that depends on the reader. */
interface Shown {
  /** Description below the title; the noun's own when absent. */
  about?: string | null;
  badge?: ReactNode;
  aboutOverview?: ReactNode;
  /** Facts after the key and the id. */
  facts: readonly (readonly [string, ReactNode])[];
  /** Sections after the overview. */
  sections?: ReactNode;
  /** Sections with forms, for those who may send them. */
  forms: ReactNode;
}

/** Makes the page of one thing: its facts, and the forms that change it.
 *  @param read null for an unknown thing */
export function onePage<A extends Area, Found extends { thing: Thing }>(
  noun: Noun<A>,
  read: (caller: Caller, id: string) => Promise<Found | null>,
  show: (found: Found, request: PageRequest<A>) => Shown,
) {
  return viewerPage(noun.area, async (request) => {
    const { caller, place, segment, locale, mayChange } = request;
    const found = await read(caller, idIn(segment));
    if (!found) notFound();
    const text = textOf(noun, locale);
    const { key, id, name } = found.thing;
    const shown = show(found, request);
    return (
      <>
        <BackTo href={placePath(place, noun.path)}>{text("list.title")}</BackTo>
        <PageHead title={name} about={shown.about ?? text("one.about")}>
          {shown.badge}
        </PageHead>
        <Section title={text("one.overview")} about={shown.aboutOverview}>
          <Facts
            rows={[
              [text("one.key"), <Mono key="key">{key}</Mono>],
              [text("one.id"), <Id key="id">{id}</Id>],
              ...shown.facts,
            ]}
          />
        </Section>
        {shown.sections}
        {mayChange && shown.forms}
      </>
    );
  });
}

interface DeleteProps {
  noun: Noun;
  request: { locale: Locale; place: Place };
  thing: Thing;
  action: FormAction;
  /** Reasons for which it can't be deleted now. */
  used: ReactNode;
}

/** Section that deletes a thing once its key is typed, or says why it can't be deleted. */
export function DeleteSection({ noun, request, thing, action, used }: DeleteProps) {
  const text = textOf(noun, request.locale);
  return (
    <Section title={text("forms.delete")} about={text("forms.deleteAbout")}>
      {used || (
        <TypedConfirmation
          word={thing.key}
          what={text("forms.what", { name: thing.name })}
          action={action}
          submit={text("forms.submit")}
          fields={{ ...request.place, id: thing.id }}
        />
      )}
    </Section>
  );
}
