import { keepShape } from "../http/index.ts";
import { registrableOf, type Reputation } from "../intel/reputation.ts";
import { uuidv7 } from "../platform/index.ts";
import { classifyWorst } from "./layers/classify-worst.ts";
import { findOrders } from "./layers/find-orders.ts";
import { readMessage, type Message, type Reading } from "./reading/read-message.ts";
import { scoreForm, type Form } from "./layers/l1/score-form.ts";
import type { FormContext } from "./layers/l1/signals.ts";
import {
  askIntelligence,
  NO_INTELLIGENCE,
  type Intelligence,
} from "./layers/l2/ask-intelligence.ts";
import { collectNames } from "./layers/l2/collect-names.ts";
import type { Classification } from "./layers/l3/classify.ts";
import { weightOf } from "./layers/l3/says-little.ts";
import { hidesMost } from "./layers/l1/wording-signals.ts";
import { consult } from "./layers/l4/consult.ts";
import type { AskModel, Opinion } from "./layers/l4/opinion.ts";
import { settleOpinion } from "./layers/l4/settle-opinion.ts";
import { eitherOf, type Layer } from "./layers/layer.ts";
import { FLAGGED_FROM, settleScore, VERDICT_FROM } from "./layers/settle-score.ts";
import { fuse } from "./model/fuse.ts";
import type { Model } from "./model/open-model.ts";
import type { Inspected, Verdict } from "./schemas.ts";
import type { CompiledDictionary } from "./dictionaries/compile-dictionary.ts";
import { findMatches, type Matches } from "./dictionaries/find-matches.ts";

/** What an inspection needs besides the message. */
export interface Circumstances {
  model: Model;
  /** Undefined while intelligence cannot be read. */
  reputation: Reputation | undefined;
  /** Undefined while the tenant's dictionaries cannot be read. */
  dictionaries: readonly CompiledDictionary[] | undefined;
  /** Undefined if no model is configured, or the tenant's settings cannot be read. */
  askModel: AskModel | undefined;
  /** Counts the senders from whom a text like this came within the hour. */
  seenFrom: (reading: Reading) => number;
  now: number;
}

/** Reads a message, asks the four layers, and makes one verdict of their answers. */
export async function inspect(
  message: Message,
  { model, reputation, dictionaries, askModel, seenFrom, now }: Circumstances,
): Promise<Inspected> {
  const reading = readMessage(message);
  // The second layer runs before the first, which needs the tenant's entry for the sender.
  const intelligence =
    reputation === undefined
      ? NO_INTELLIGENCE
      : await askIntelligence(reputation, collectNames(reading));
  const context = contextOf(reputation, intelligence, seenFrom(reading));
  const { urls, ...ownForm } = scoreForm(reading, context);
  const { form, givesOrders } = findOrders(ownForm, reading);
  const text = classifyWorst(model, reading, givesOrders);
  const words = findMatches(dictionaries, reading, text.lang);
  const bare = contextOf(reputation && KNOWS_NOTHING, intelligence, 0);
  keepShape(message.channel, { reading, intelligence, bare, ownForm, form, text, words });
  if (reading.links.length > 0) keepShape("links", reading.links);
  const { fusion } = message.channel === "email" ? model.mail : model.short;
  const score = settleScore({
    own: fuse(fusion, [form.score, undefined, weightOf(text), undefined]),
    intelligence: intelligence.layer.score,
    dictionaries: words.share,
    givesOrders,
    isSenderAllowed: intelligence.sender === "allow",
  });
  const layers = [withWords(form, words), intelligence.layer, layerOf(text)];
  const { findings } = intelligence;
  const question = { ...shownOf(reading), lang: text.lang, layers, findings };
  const { layer, opinion } = await consult(askModel, score, question);
  // A model has only seen what is shown, so it must not lower the score of a mail that hides most of
  // its text.
  const floor = hidesMost(reading) ? score : floorOf(intelligence);
  const settled = settleOpinion(score, opinion, { floor, givesOrders });
  const verdict = verdictOf(settled, intelligence, text, opinion);
  return {
    inspectionId: `insp_${uuidv7(now)}`,
    verdict,
    score: settled,
    lang: text.lang,
    urls,
    layers: [...layers, layer],
    // A rationale for another verdict would explain this one wrongly.
    ...(opinion?.verdict === verdict ? { rationale: opinion.rationale } : {}),
  };
}

/** Gives the part of a message that the model is shown, without what the message's own style hides. */
function shownOf({ message, text, unhidden }: Reading) {
  const hiddenLetters = unhidden?.hiddenLetters;
  return { message, text: unhidden?.reading.text ?? text, hiddenLetters };
}

/** Gives the score below which no model may go: the second layer's, if that is a verdict. */
function floorOf({ layer: { score } }: Intelligence): number {
  return score >= VERDICT_FROM ? score : 0;
}

type Hosts = Pick<Reputation, "isShortener" | "isLinkInBio" | "isDisposable">;

const no = () => false;
/**
 * Stands in for the real lists in the context that `keepShape` holds: otherwise an index and a tenant's
 * lists would stay in memory.
 */
const KNOWS_NOTHING: Hosts = { isShortener: no, isLinkInBio: no, isDisposable: no };

function contextOf(hosts: Hosts | undefined, { sender }: Intelligence, seen: number): FormContext {
  const registrable = registrableOf;
  if (hosts === undefined) return { registrable, seen };
  const { isShortener, isLinkInBio, isDisposable } = hosts;
  return { registrable, isShortener, isLinkInBio, isDisposable, listed: sender, seen };
}

/**
 * Adds what the tenant's dictionaries found to the first layer, because they have no layer of their
 * own.
 */
function withWords(form: Pick<Form, "score" | "signals">, { share, signals }: Matches): Layer {
  const score = Math.round(100 * eitherOf(form.score / 100, share));
  return { layer: "L1", score, signals: [...form.signals, ...signals] };
}

function layerOf({ score, signals }: Classification): Layer {
  return { layer: "L3", score: Math.round(score), signals };
}

function verdictOf(
  score: number,
  { knownMalicious }: Intelligence,
  { probabilities }: Classification,
  opinion: Opinion | undefined,
): Verdict {
  if (score < FLAGGED_FROM) return "clean";
  if (knownMalicious) return "phishing";
  if (opinion !== undefined && opinion.verdict !== "clean") return opinion.verdict;
  return probabilities.phishing >= probabilities.spam ? "phishing" : "spam";
}
