import Link from "next/link";
import type { ReactNode } from "react";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm, type FormAction, type FormState } from "@/app/dashboard/_parts/action-form";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";

interface Props<State extends FormState> {
  place: Place;
  /** List that the new one joins, and that the form's cancel link leads to: its path below the environment,
   *  and its name. */
  list: { path: string; name: string };
  title: string;
  about: string;
  action: FormAction<State>;
  /** Label of the button. */
  submit: string;
  /** The fields of the form. */
  children: ReactNode;
}

/** Page that creates a thing of one kind: its purpose, its fields, and the link back to the list. The page
 *  itself checks whether the administrator may create one. */
export async function NewPage<State extends FormState>(props: Props<State>) {
  const { place, list, title, about, action, submit, children } = props;
  const { t } = await wordsOf("frame");
  const href = placePath(place, list.path);
  return (
    <>
      <BackTo href={href}>{list.name}</BackTo>
      <PageHead title={title} about={about} />
      <Card>
        <ActionForm
          action={action}
          submit={submit}
          beside={
            <Link href={href} className={quietButton}>
              {t("parts.cancel")}
            </Link>
          }
        >
          <PlaceFields place={place} />
          {children}
        </ActionForm>
      </Card>
    </>
  );
}
