import { en } from './en/en.ts';
import { setMessages } from './messages.ts';

// Tests search for English texts.
setMessages('en', en);
