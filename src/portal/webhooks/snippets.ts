import node from "./node-snippet.txt";
import python from "./python-snippet.txt";

/** How a receiver verifies a delivery; both programs use the raw body. */
export const NODE_SNIPPET = node.trimEnd();
export const PYTHON_SNIPPET = python.trimEnd();
