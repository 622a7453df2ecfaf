import { createContext } from 'react';

/** A form that is a step on a longer way: saving leads on, and so does skipping it. */
export interface FormStep {
	/** The address of the next step. */
	next: string;
}

/** Undefined for forms that stand alone. */
export const FormStepContext = createContext<FormStep | undefined>(undefined);
