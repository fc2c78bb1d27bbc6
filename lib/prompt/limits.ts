/** Limits of prompts. */

/** A prompt repeats what earlier prompts had: about a hundred segments for each of a hundred conversations. */
export const CLEAN_CONTENTS_MAX = 10_000;
