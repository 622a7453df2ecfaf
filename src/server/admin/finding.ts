/**
 * A line for the operator. `fails`: people notice; `warns`: some of what the product can do is off,
 * or may go wrong later.
 */
export interface Finding {
	state: 'works' | 'warns' | 'fails';
	about: string;
	says: string;
}
