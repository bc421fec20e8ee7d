import { en } from './en/en.ts';
import { setMessages } from './messages.ts';
import { loadRoom } from './rooms.ts';

// Tests search for English texts.
setMessages('en', en);
await loadRoom('knowledge');
