/* C++'s standard library for host programs, as host/opencl.h is OpenCL's. */

#ifdef __cplusplus
namespace std {
template <class T> struct initializer_list {
    const T *first;
    decltype(sizeof 0) count;
};
template <class A, class B> struct pair {
    A first;
    B second;
    pair(const A &, const B &);
};
template <class A, class B> pair<A, B> make_pair(A, B);
struct string {
    static const size_t npos = -1;
    string();
    string(const char *);
    string(const char *, size_t);
    const char *c_str() const;
    const char *data() const;
    size_t size() const;
    size_t length() const;
    string &operator+=(const string &);
    bool empty() const;
};
string operator+(const string &, const string &);
string to_string(double);
template <class T> struct vector {
    vector();
    vector(size_t);
    vector(size_t, const T &);
    vector(initializer_list<T>);
    template <class I> vector(I, I);
    T *data();
    size_t size() const;
    T &operator[](size_t);
    const T &operator[](size_t) const;
    T *begin();
    T *end();
    T &at(size_t);
    void push_back(const T &);
    void resize(size_t);
};
template <class K, class V> struct map {
    V &operator[](const K &);
    V &at(const K &);
    pair<K, V> *begin();
    pair<K, V> *end();
    pair<K, V> *find(const K &);
    void insert(pair<K, V>);
    size_t count(const K &) const;
};
template <class K, class V> struct unordered_map : map<K, V> {};
template <class T> struct list : vector<T> {};
template <class T> struct deque : vector<T> {};
template <class T> struct unique_ptr {
    unique_ptr();
    unique_ptr(T *);
    T *operator->() const;
    T &operator*() const;
    T *get() const;
};
template <class T> struct shared_ptr : unique_ptr<T> {
    shared_ptr();
    shared_ptr(T *);
};
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
template <class T, class... A> unique_ptr<T> make_unique(A &&...);
template <class T, size_t N> struct array {
    T elements[N];
    T &operator[](size_t);
    T *data();
    size_t size() const;
};
template <class T> T min(T, T);
template <class T> T max(T, T);
struct ostream {
    template <class T> ostream &operator<<(const T &);
};
struct stringstream : ostream {
    string str() const;
};
typedef stringstream ostringstream;
struct istream {
    template <class T> istream &operator>>(T &);
};
struct ifstream : istream {
    ifstream();
    template <class T> ifstream(const T &, ...);
    template <class T> void open(const T &, ...);
    bool is_open();
    void close();
};
struct fstream : ifstream {
    template <class T> fstream(const T &, ...);
};
struct ofstream : ostream {
    ofstream();
    template <class T> ofstream(const T &, ...);
};
extern istream cin;
extern ostream cout, cerr;
ostream &endl(ostream &);
struct runtime_error {
    runtime_error(const string &);
};
using ::ceil;
using ::floor;
using ::pow;
using ::sqrt;
struct exception {
    const char *what() const;
};
} // namespace std
#endif
