import type { EventType } from "../../webhooks/event-types.ts";
import { partOf, readWords } from "../frame/read-words.ts";
import codes from "./codes.txt";

export const eventWords = readWords<EventType>(partOf(codes, "events"));
