import type { PieceToEmbed } from "../../knowledge/vector-book.ts";
import { tellBinding, type Answered } from "./call-binding.ts";
import { inTurns } from "./in-turns.ts";
import { keyOf, type Instance } from "./instance.ts";

/**
 * All models take as many tokens. A longer piece is several chunks, and as near as the nearest of them.
 */
const CHUNK_TOKENS = 512;

export interface Uploaded {
  /** The pieces that the service has now. */
  kept: PieceToEmbed[];
  /** The account may have no more instances. */
  isFull: boolean;
}

/**
 * Uploads an item for each piece, until one is not taken: the next turn goes on after those that are
 * kept. The tenant's first ones make its instance.
 */
export async function uploadItems(
  instance: Instance,
  model: string,
  pieces: readonly PieceToEmbed[],
): Promise<Uploaded> {
  let creating: Promise<Answered<true>> | undefined;
  const uploaded: Uploaded = { kept: [], isFull: false };
  const add = async (piece: PieceToEmbed) => {
    const first = await upload(instance, piece);
    if (first.said !== "ai_search_not_found") return isKept(first);
    const { value, said } = await (creating ??= create(instance, model));
    uploaded.isFull ||= said === "max_instances_reached";
    const isMade = value === true || said === "ai_search_with_this_name_already_exist";
    return isMade && isKept(await upload(instance, piece));
  };
  await inTurns(pieces, async (piece) => {
    const isAdded = await add(piece);
    if (isAdded) uploaded.kept.push(piece);
    return isAdded;
  });
  return uploaded;
}

async function upload(instance: Instance, { id, text }: PieceToEmbed): Promise<Answered<true>> {
  const { items } = instance.binding.get(instance.id);
  return tellBinding(instance, async () => items.upload(keyOf(id), text));
}

/** An item that is there already is the same: its answer was lost, and no number is given twice. */
function isKept({ value, said }: Answered<true>): boolean {
  return value === true || said === "item_key_already_exist";
}

async function create(instance: Instance, model: string): Promise<Answered<true>> {
  const { binding, id } = instance;
  const config = {
    id,
    embedding_model: model,
    index_method: { vector: true, keyword: false },
    chunk_size: CHUNK_TOKENS,
    chunk_overlap: 0,
    // A cache would answer with what was found for another question.
    cache: false,
    rewrite_query: false,
    reranking: false,
  } as const;
  return tellBinding(instance, async () => binding.create(config));
}
