import * as v from 'valibot';

/** What a visitor may react with to a message of the team. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export const Reaction = v.picklist(REACTIONS);
export type Reaction = v.InferOutput<typeof Reaction>;
