"use server";

import { z } from "zod";
import { optionalLine } from "@/app/dashboard/_nouns/fields";
import { ownAction } from "@/app/dashboard/_request/own-action";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { changeOwnName } from "@/lib/core/administrators/change-own-name";

/** Changes the signed-in administrator's name. */
export const changeNameAction = ownAction(
  z.object({ displayName: optionalLine(200) }),
  async (oneself, { displayName }) => {
    await changeOwnName(oneself, displayName);
    const { t } = await wordsOf("frame");
    return { done: t("profile.nameSaved") };
  },
);
